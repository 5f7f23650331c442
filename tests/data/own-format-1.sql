-- own.sqlite as format 1 had it: application_id 0x646c7275, user_version 1.
CREATE TABLE about (
  name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE cell (
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 4000),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 4000),
  PRIMARY KEY (kind, key, name)) STRICT, WITHOUT ROWID;
INSERT INTO about VALUES ('min_reader', '1'), ('program', '0.0.9');
INSERT INTO cell VALUES
  ('hdds', 'attic-8tb', 'id', 'attic-8tb'),
  ('hdds', 'attic-8tb', 'name', 'Drive from the attic 8 TB'),
  ('hdds', 'attic-8tb', 'capacity_gb', '8000'),
  ('hdds', 'attic-8tb', 'interface', 'SATA'),
  ('hdds', 'attic-8tb', 'price_usd', '60'),
  ('hdds', 'attic-8tb', 'price_as_of', '2026-10-02'),
  ('hdds', 'attic-8tb', 'source', 'market stall'),
  ('hdds', 'attic-8tb', 'as_of', '2026-10-02'),
  ('hdds', 'attic-8tb', 'confidence', 'B'),
  ('hdds', 'attic-8tb', 'colour_of_the_label', 'green'),
  ('floppies', 'hd-144', 'capacity_mb', '1.44'),
  ('aliases', 'attic' || char(31) || 'cpus', 'name', 'attic'),
  ('aliases', 'attic' || char(31) || 'cpus', 'table_name', 'cpus'),
  ('aliases', 'attic' || char(31) || 'cpus', 'id', 'amd-epyc-7302');

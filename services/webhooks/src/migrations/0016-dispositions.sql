-- Disposition: decision of a person about contents that were out of range; null until then.
alter table ops_event
  add column disposition text check (disposition in ('release', 'quarantine', 'discard')),
  add column disposition_by text,
  add column disposition_at timestamptz,
  add column disposition_reason text;

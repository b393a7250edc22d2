-- Decisions on contents that were out of range, as a PCC- states them.
alter table certificate add column dispositions json;

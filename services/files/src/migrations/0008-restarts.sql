-- A file that changes after it was taken is read again: how often, since when, and the stat snapshot
-- whose missing end was waited for.
alter table file add column restarts integer not null default 0;
alter table file add column restarted_at timestamptz;
alter table file add column awaited_stat text;

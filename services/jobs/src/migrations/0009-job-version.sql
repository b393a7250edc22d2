-- Optimistic concurrency, and undo of the latest assignment.
alter table job
  add version integer not null default 1,
  add last_change json;

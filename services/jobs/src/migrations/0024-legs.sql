-- Legs of jobs that go over hubs.
alter table job add column legs jsonb;

-- From then on nobody is shown its rows or given its bytes; what became of them is counted here.
alter table file add column removed_at timestamptz;
alter table file add column row_counts json;
-- When what is left of rows and bytes is removed; also the claim of whoever does. Null once gone.
alter table file add column removal_due_at timestamptz;
create index file_old on file (answered_at) where step = 'answered' and removed_at is null;
create index file_removal on file (removal_due_at) where removal_due_at is not null;

alter table pod_file add column placed_at timestamptz;
update pod_file set placed_at = now() where name is not null and due_at is null;
create index pod_file_placed on pod_file (placed_at) where placed_at is not null;

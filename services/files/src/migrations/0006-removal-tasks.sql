-- Files that are marked as removed wait as durable tasks, no longer as rows with a lease.
select files_worker.add_job('remove-contents',
         json_build_object('tenant_id', tenant_id, 'file_id', id))
  from file where removal_due_at is not null;
alter table file drop column removal_due_at;

-- When the job lost its driver again; null for one that never had any.
alter table unassigned_job add column unassigned_at timestamptz;

-- Deliveries about a job, for the control desk. Ids sort by time, so both grow at their ends.
create index event_job on event (tenant_id, job_id) where job_id <> '';
create index delivery_event on delivery (tenant_id, event_id);

alter table job rename said_eta_minutes to announced_eta_minutes;
alter table job rename said_eta_at to announced_eta_at;
alter table job rename code_tries to code_attempts;
alter table job rename interrupted to interrupted_status;
-- The idempotency identity under which another service booked the job.
alter table job rename booked_as to booking_identity;
alter index job_booked_as rename to job_booking_identity;
alter table job rename copied_by to copy_tenant_id;
alter table job_tally rename to job_count;
alter table job_count rename n to jobs;
alter index job_tally_pkey rename to job_count_pkey;
alter table sample_set rename made_at to created_at;
alter table sample_set rename facts to inputs;

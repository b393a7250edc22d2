-- Idempotency-Key that a courier's device signed with its milestone: a signature is good for one.
alter table milestone add column device_jti text;

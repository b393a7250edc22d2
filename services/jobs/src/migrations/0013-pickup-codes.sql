-- Encrypted like handover_code; null where the job asks for no code at its collection.
alter table job add column pickup_code text;

-- A device repeats a request until it is answered: by key and signature the repetition is known.
alter table milestone add column device_signature_sha256 text;
alter table incident add column device_jti text;

-- As of a milestone (0015): another report under the key of an earlier one is refused, not lost.
alter table incident add column device_signature_sha256 text;

-- Last day of calibration of a probe, as the carrier registers it.
alter table device add column calibrated_until date;

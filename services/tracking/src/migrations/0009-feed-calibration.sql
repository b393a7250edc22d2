-- Last day of calibration of a probe, as sent with its newest temperature.
alter table feed add column calibrated_until date;

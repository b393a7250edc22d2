-- Salt of the chain's identifier in the log: random, and the same in each event from the first that
-- has one. Null in events of before the log.
alter table custody_event add column log_salt text;

-- Where the certificate says that it is logged; null where it was signed before the log.
alter table certificate add column log json;

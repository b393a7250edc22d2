alter table route_stop rename next_try_at to next_attempt_at;

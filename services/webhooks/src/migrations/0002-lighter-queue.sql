-- BRIN instead of a btree: overdue deliveries are looked for once an hour, while every claim paid
-- for the btree.
drop index due_queued;
create index due_queued on due using brin (queued_at);

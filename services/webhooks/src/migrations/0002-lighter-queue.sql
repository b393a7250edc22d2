-- What waited too long is looked for once an hour; every claim paid for an index that found it fast.
drop index due_queued;
create index due_queued on due using brin (queued_at);

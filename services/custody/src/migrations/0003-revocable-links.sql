-- Part of what links to the file are signed over: the next number ends all that there are.
alter table proof_file add column link_version integer not null default 0;

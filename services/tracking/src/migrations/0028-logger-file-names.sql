-- Names of logger files, for people.
alter table logger_file add column name text;

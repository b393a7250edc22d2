-- Lines of before bear the standard rate: no price book had another one.
alter table line add column vat_percent smallint not null default 15
  check (vat_percent between 0 and 100);

alter table certificate drop constraint certificate_pkey;
alter table certificate add constraint certificate_pkey
  primary key using index certificate_of_tenant;
drop index certificate_cold_chain_once;

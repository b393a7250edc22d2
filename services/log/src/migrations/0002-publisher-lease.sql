-- One row: the replica that asks the witnesses holds the lease. Not a row lock, which a remote call must not hold.
create table publisher_lease (
  is_only boolean primary key default true check (is_only),
  lease_until timestamptz not null
);
insert into publisher_lease (lease_until) values ('epoch');
revoke insert, delete on publisher_lease from :runtime_role;

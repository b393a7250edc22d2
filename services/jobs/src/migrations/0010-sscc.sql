-- Next serial reference of each range of SSCCs. Of no tenant: two that name the same prefix share it,
-- and no number comes back when a tenant is purged.
create table sscc_range (
  company_prefix text not null,
  extension_digit smallint not null,
  next_serial bigint not null,
  primary key (company_prefix, extension_digit)
);

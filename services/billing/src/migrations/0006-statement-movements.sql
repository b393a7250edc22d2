-- Movements that a statement is the sum of, frozen with it: invoices raise the balance, payments lower it.
create table statement_movement (
  tenant_id text collate "C" not null,
  statement_id text collate "C" not null,
  -- From 1, by date.
  position integer not null,
  kind text not null check (kind in ('invoice', 'payment')),
  -- Id of the invoice or the payment.
  subject text collate "C" not null,
  happened_on date not null,
  -- Number of the invoice; what the payer wrote.
  reference text not null,
  amount_cents bigint not null,
  primary key (tenant_id, statement_id, position),
  foreign key (tenant_id, statement_id) references statement,
  constraint statement_movement_once unique (tenant_id, kind, subject)
);
revoke update, delete on statement_movement from :runtime_role;

-- Each movement of before belongs to the first statement that was issued after it.
insert into statement_movement
select m.tenant_id, s.id, row_number() over (partition by s.id order by happened_on, subject),
       kind, subject, happened_on, reference, amount_cents
  from (
    select tenant_id, 'invoice' as kind, id as subject, issued_at as at,
           (issued_at at time zone 'Africa/Johannesburg')::date as happened_on,
           number as reference, amount_cents + vat_cents as amount_cents
      from invoice where number is not null
    union all
    select tenant_id, 'payment', id, recorded_at, received_on, reference, -amount_cents from payment
  ) m
  join lateral (
    select id from statement
     where statement.tenant_id = m.tenant_id and issued_at >= m.at order by issued_at limit 1
  ) s on true;

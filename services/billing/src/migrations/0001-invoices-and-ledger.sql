-- Sums and count grow with each line, under the row's lock: a reader of the row knows how many
-- lines they are the sums of.
create table invoice (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  period text collate "C" not null,
  status text not null check (status in ('draft', 'issued', 'paid', 'void')),
  number text constraint invoice_number_unique unique,
  issued_at timestamptz,
  due_at timestamptz,
  line_count integer not null,
  amount_cents bigint not null,
  vat_cents bigint not null,
  paid_cents bigint not null check (paid_cents <= amount_cents + vat_cents),
  -- Issuer and recipient of the invoice, frozen when the PDF is made.
  parties json,
  pdf_key text,
  -- Until when somebody makes it.
  printing_until timestamptz,
  primary key (tenant_id, id),
  constraint invoice_period_unique unique (tenant_id, period),
  check ((status = 'draft') = (number is null))
);
create index invoice_draft on invoice (period, tenant_id) where status = 'draft';
create index invoice_unprinted on invoice (issued_at) where number is not null and pdf_key is null;

create table line (
  tenant_id text collate "C" not null,
  invoice_id text collate "C" not null,
  -- From 1, without gaps.
  position integer not null,
  job_id text not null,
  kind text not null check (kind in ('delivery', 'cancellation')),
  ref text not null,
  cost_centre text not null,
  label text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  vat_cents bigint not null check (vat_cents >= 0),
  happened_at timestamptz not null,
  primary key (tenant_id, invoice_id, position),
  foreign key (tenant_id, invoice_id) references invoice,
  constraint line_once unique (tenant_id, job_id, kind)
);
create index line_cost_centre on line (tenant_id, cost_centre, invoice_id);

-- The last number given in a year: its lock keeps issuing transactions apart, so none is lost.
create table number_counter (year integer primary key, last integer not null);

create table ledger_posting (
  id text primary key,
  tenant_id text collate "C" not null,
  kind text not null,
  subject text not null,
  posted_at timestamptz not null,
  constraint ledger_posting_once unique (kind, tenant_id, subject)
);
create table ledger_entry (
  tenant_id text collate "C" not null,
  posting_id text not null references ledger_posting,
  account text not null check (account in
    ('receivable', 'revenue', 'vat', 'cash', 'payouts_payable', 'payout_cost')),
  amount_cents bigint not null,
  primary key (posting_id, account)
);
create index ledger_entry_account on ledger_entry (tenant_id, account) include (amount_cents);

create function require_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from ledger_entry
       where posting_id = new.posting_id) <> 0 then
    raise exception 'the entries of % do not sum to zero', new.posting_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function require_balance();

-- Balance of a tenant, and its movements since the last statement.
create table account (
  tenant_id text collate "C" primary key,
  opening_cents bigint not null,
  invoiced_cents bigint not null,
  received_cents bigint not null,
  stated_period text collate "C" not null
);

create table payment (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Unallocated rest of the payment.
  left_cents bigint not null check (left_cents between 0 and amount_cents),
  received_on date not null,
  reference text not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  primary key (tenant_id, id)
);
create index payment_unspent on payment (tenant_id, id) where left_cents > 0;
create table allocation (
  tenant_id text collate "C" not null,
  payment_id text collate "C" not null,
  invoice_id text collate "C" not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (tenant_id, payment_id, invoice_id),
  foreign key (tenant_id, payment_id) references payment,
  foreign key (tenant_id, invoice_id) references invoice
);

create table statement (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  period text collate "C" not null,
  issued_at timestamptz not null,
  opening_cents bigint not null,
  invoiced_cents bigint not null,
  received_cents bigint not null,
  primary key (tenant_id, id),
  constraint statement_period_unique unique (tenant_id, period)
);

create table payout (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  period text collate "C" not null,
  orders integer not null,
  amount_cents bigint not null,
  sent_at timestamptz not null,
  primary key (tenant_id, id),
  constraint payout_period_unique unique (tenant_id, period)
);
-- A partner's delivered order, and with which payout it was paid.
create table earning (
  tenant_id text collate "C" not null,
  order_id text collate "C" not null,
  job_id text not null,
  month text collate "C" not null,
  amount_cents bigint not null,
  payout_id text collate "C",
  primary key (tenant_id, order_id),
  foreign key (tenant_id, payout_id) references payout
);
create index earning_unpaid on earning (tenant_id, month) where payout_id is null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'restrict_violation';
end $$;
revoke update, delete on line, ledger_posting, ledger_entry, allocation, statement
  from :runtime_role;
revoke delete on invoice, number_counter, account, payment, payout, earning from :runtime_role;
create trigger only_added_to before update or delete on line
  for each row execute function refuse_change();
create trigger only_added_to before update or delete on ledger_posting
  for each row execute function refuse_change();
create trigger only_added_to before update or delete on ledger_entry
  for each row execute function refuse_change();

-- Issued invoices are immutable, but for the amount paid and the PDF.
create function refuse_reissue() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
     or (old.number, old.period, old.amount_cents, old.vat_cents, old.line_count, old.issued_at)
        is distinct from
        (new.number, new.period, new.amount_cents, new.vat_cents, new.line_count, new.issued_at)
  then
    raise exception 'invoice % is issued', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger issued_for_good before update or delete on invoice
  for each row when (old.number is not null) execute function refuse_reissue();

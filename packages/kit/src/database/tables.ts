/** The tables that the kit adds to every service's schema. */
import { dailyTableMigrations } from './daily-table-migrations.ts';
import type { Migration } from './migration.ts';
import { fewTenantsMigration } from './tenant-statistics.ts';

export const kitMigrations: readonly Migration[] = [
  {
    name: '0000-kit',
    sql: `
      create table outbox (
        id bigserial primary key,
        event_id text not null unique,
        tenant_id text not null,
        job_id text not null,
        sequence integer not null,
        type text not null,
        data json not null,
        facts json not null,
        created_at timestamptz not null,
        published_at timestamptz,
        stream_seq bigint
      );
      create index outbox_unpublished on outbox (id) where published_at is null;
      create index outbox_stream_seq on outbox (stream_seq) where stream_seq is not null;

      -- The stream that stream_seq counts in, by its creation time.
      create table relay_stream (only_row boolean primary key check (only_row), created text not null);

      -- The last number given to an event of a job by this producer.
      create table job_sequence (
        tenant_id text not null,
        job_id text not null,
        last integer not null,
        primary key (tenant_id, job_id)
      );

      -- Outcomes of requests; text, because jsonb would reorder the keys of a replayed answer.
      create table receipt (
        tenant_id text not null,
        request text not null,
        fingerprint text not null,
        outcome text not null,
        sealed boolean not null,
        created_at timestamptz not null,
        primary key (tenant_id, request)
      );
      create index receipt_created_at on receipt (created_at);

      create table inbox (
        consumer text not null,
        event_id text not null,
        received_at timestamptz not null,
        primary key (consumer, event_id)
      );
      create index inbox_received_at on inbox (received_at);

      -- The next event of (producer, job) that a consumer will handle.
      create table job_cursor (
        consumer text not null,
        producer text not null,
        job_id text not null,
        next integer not null,
        primary key (consumer, producer, job_id)
      );
      -- Events that came before their turn.
      create table parked (
        consumer text not null,
        producer text not null,
        job_id text not null,
        sequence integer not null,
        envelope json not null,
        parked_at timestamptz not null,
        attempts integer not null default 0,
        primary key (consumer, producer, job_id, sequence)
      );
      create table dead_letter (
        consumer text not null,
        event_id text not null,
        envelope json not null,
        deliveries integer not null,
        created_at timestamptz not null,
        primary key (consumer, event_id)
      );`,
  },
  {
    name: '0000-kit-attempt',
    sql: `
      -- How often a message that came again was begun by a consumer.
      create table attempt (
        consumer text not null,
        event_id text not null,
        n integer not null,
        primary key (consumer, event_id)
      );`,
  },
  {
    name: '0000-kit-tenants',
    sql: `
      -- On the sandbox callers share the ids of samples: an id names a job within its tenant alone.
      alter table job_cursor add tenant_id text not null default '';
      alter table job_cursor drop constraint job_cursor_pkey;
      alter table job_cursor add primary key (tenant_id, job_id, consumer, producer);
      alter table parked add tenant_id text not null default '';
      update parked set tenant_id = envelope ->> 'tenant_id';
      alter table parked drop constraint parked_pkey;
      alter table parked add primary key (tenant_id, job_id, consumer, producer, sequence);

      -- Tenants of the sandbox that are over, and when their rows are looked for (again).
      create table expired_tenant (
        tenant_id text primary key,
        due_at timestamptz not null,
        looks integer not null default 0
      );
      create index expired_tenant_due_at on expired_tenant (due_at);`,
  },
  {
    name: '0000-kit-erasure',
    sql: `
      -- Jobs whose personal data was erased, and when copies are looked for again.
      create table erased_job (
        tenant_id text not null,
        job_id text not null,
        due_at timestamptz not null,
        passes integer not null default 0,
        primary key (tenant_id, job_id)
      );
      create index erased_job_due_at on erased_job (due_at);
      -- Events whose message in the stream may still hold what was erased.
      create table stream_erasure (event_id text primary key);
      create index outbox_job on outbox (job_id) where job_id <> '';`,
  },
  {
    name: '0000-kit-claims',
    sql: `
      -- How often the event was published again; new events go out before repeats.
      alter table outbox add repeats integer not null default 0;
      -- The run of numbers that the sequence counts in.
      alter table outbox add series integer not null default 0;
      -- Events that share a number: a stream that had lost its end used it again, and it holds one
      -- of them at most. Consumers drop the other repeat by its event id.
      update outbox set published_at = null, stream_seq = null, repeats = 1
       where stream_seq in (
         select stream_seq from outbox where stream_seq is not null
          group by stream_seq having count(*) > 1);
      drop index outbox_stream_seq;
      create unique index outbox_stream_seq on outbox (stream_seq) where stream_seq is not null;
      drop index outbox_unpublished;
      create index outbox_unpublished on outbox (repeats, id) where published_at is null;

      -- The stream is known by an identity of our own; the server's creation time is none.
      alter table relay_stream alter created drop not null;
      alter table relay_stream add identity text;

      -- When the numbers of a job were used last. Days, not times: the index then changes once a day.
      alter table job_sequence add series integer not null default 0;
      alter table job_sequence add used_on date not null default current_date;
      create index job_sequence_used_on on job_sequence (used_on);
      alter table job_cursor add series integer not null default 0;
      alter table job_cursor add used_on date not null default current_date;
      create index job_cursor_used_on on job_cursor (used_on);

      alter table parked add series integer not null default 0;
      -- When its producer was last asked for the events before it.
      alter table parked add requested_at timestamptz;
      alter table parked drop constraint parked_pkey;
      alter table parked add primary key
        (tenant_id, job_id, consumer, producer, series, sequence);`,
  },
  {
    name: '0000-kit-names',
    sql: `
      alter table outbox rename facts to internals;
      alter table receipt rename sealed to encrypted;
      alter table expired_tenant rename looks to passes;
      alter table attempt rename n to attempts;
      alter table parked rename to parked_event;
      alter index parked_pkey rename to parked_event_pkey;
      -- Stored envelopes get the names of today. As text, because jsonb would reorder the keys of
      -- their data; inside a JSON string the quotes of a match would be escaped.
      update parked_event set envelope = replace(replace(replace(envelope::text,
        ',"facts":{', ',"internals":{'), '"told":{', '"occurred":{'),
        '"booked_as":', '"booking_identity":')::json;
      update dead_letter set envelope = replace(replace(replace(envelope::text,
        ',"facts":{', ',"internals":{'), '"told":{', '"occurred":{'),
        '"booked_as":', '"booking_identity":')::json;`,
  },
  {
    name: '0000-kit-trace',
    sql: `
      -- Trace context (W3C) of the transaction that emitted the event.
      alter table outbox add traceparent text;`,
  },
  {
    name: '0000-kit-cursor-parked',
    sql: `
      -- Whether events of the job may be parked: only then a consumer looks for them.
      alter table job_cursor add parked boolean not null default false;
      update job_cursor c set parked = true
        from parked_event p
       where p.tenant_id = c.tenant_id and p.job_id = c.job_id
         and p.consumer = c.consumer and p.producer = c.producer;`,
  },
  {
    name: '0000-kit-vacuum',
    sql: `
      -- The default waits for a fifth of a table to be dead: of an outbox of a week, as long as the
      -- events of a day, whose dead index entries the relay passes. Rows of a job are updated ten
      -- times within hours: with room on their page that touches no index (HOT).
      alter table outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
      alter table job_cursor set (
        fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
      alter table job_sequence set (
        fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);`,
  },
  {
    name: '0000-kit-reasons',
    sql: `-- no transaction
      -- For erasure: changes of a job for which somebody gave a reason.
      create index concurrently if not exists outbox_reason on outbox (
        (coalesce(data #>> '{after,job_id}', data ->> 'object_id'))
      ) where type = 'change.recorded' and data ->> 'reason' is not null;`,
  },
  fewTenantsMigration,
  ...dailyTableMigrations,
];

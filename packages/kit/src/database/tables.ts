/** The tables that the kit adds to every service's schema. */
import type { Migration } from '../service.ts';

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
];

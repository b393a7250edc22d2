import { jobs, publishedSandboxKey, trackingRecord } from '@svc/contracts';
import { until } from '@svc/devnet';
import { runSvc } from '@svc/svc/program';
import { expect, it } from 'vitest';
import type { Sandbox } from '../journeys/sandbox/callers.ts';
import { shared } from '../journeys/worker-stages.ts';

let sandbox: Sandbox;
shared.beforeAll(({ heldSandbox }) => {
  sandbox = heldSandbox;
});

const typed = (args: readonly string[], out: string[]) =>
  runSvc([...args, '--json'], {
    env: { SVC_BASE_URL: sandbox.stage.baseUrl, SVC_API_KEY: publishedSandboxKey },
    out: (text) => void out.push(text),
    err: (text) => void out.push(text),
    hasColour: false,
    signal: new AbortController().signal,
  });

it('svc track --watch prints each change of a job, and ends with its delivery', async () => {
  const booked: string[] = [];
  expect(await typed(['sandbox', 'scenario', 'delivered'], booked)).toBe(0);
  const { ref } = jobs.actions.book.output.parse(JSON.parse(booked.join('')));
  const out: string[] = [];
  const seen = () => out.map((line) => trackingRecord.parse(JSON.parse(line)).status);
  const watching = typed(['track', ref, '--watch'], out);
  await until(() => seen().includes('booked'), { timeoutMs: 30_000, what: 'the booking' });
  sandbox.clock.advanceMs(30_000);
  await until(() => seen().includes('in_transit'), { timeoutMs: 60_000, what: 'the departure' });
  sandbox.clock.advanceMs(30_000);
  expect(await watching).toBe(0);
  expect(seen().at(-1)).toBe('delivered');
  expect(new Set(out).size).toBe(out.length);
});

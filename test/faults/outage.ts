import { setTimeout as pause } from 'node:timers/promises';

/** How long servers stay away; SVC_FAULTS_LONG=1 for longer than heartbeats, polls and retries last. */
const isLong = process.env.SVC_FAULTS_LONG === '1';
export const outageMs = isLong ? 30_000 : 6_000;
/** A server that hangs is noticed after two pings of 3 s. */
export const hangMs = isLong ? 30_000 : 10_000;
/** On top of several tries in vain, which take seconds. */
export const sftpOutageMs = isLong ? 60_000 : 2_000;

/** Nothing is awaited here: an outage is so long. */
export const lasts = (ms: number): Promise<void> => pause(ms);

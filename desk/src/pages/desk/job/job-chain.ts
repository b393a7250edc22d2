/** The chain of custody as a table, and what its verification found. */

import type { Check, CheckResult } from '@svc/proof/verify/check';
import { bundleChecks } from '@svc/proof/verify/checks';
import type { VerificationOutcome } from '@svc/proof/verify/outcome';
import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { type Part, partView } from '../../../view/part.ts';
import { chainWords } from '../../portal/custody-views.ts';
import { marked } from '../rows/board-table.ts';
import { wordsOf } from '../rows/labels.ts';
import { table } from '../rows/table.ts';
import type { VerifiedChain } from './job-verification.ts';

export const chainSection = (part: Part<VerifiedChain>): Html =>
  html`${partView(part, { title: 'Chain of custody', absent: 'There is no chain yet.', show: chainView })}`;

/** The newest of them; the bundle has all. */
const shownMax = 200;

function chainView({ events, verdict }: VerifiedChain): Html {
  if (events.length === 0) return html`<p>There is no chain yet.</p>`;
  const signed = new Set(verdict.devices.captures.map(({ seq }) => seq));
  return html`${verification(verdict)}
${table({
  label: 'Chain of custody',
  caption:
    events.length > shownMax
      ? `The newest ${shownMax} of ${events.length} events; the bundle has all of them`
      : 'Who held the parcels, the oldest first',
  columns: ['No.', 'When', 'By', 'What', 'Seal', 'Temperature', 'Signed on a device', 'Hash'],
  rows: events.slice(-shownMax).map((event) => eventCells(event, signed)),
})}`;
}

const headlines: Readonly<Record<VerificationOutcome, string>> = {
  verified: 'The chain is whole, and the certificate is about exactly this chain.',
  contents_withheld: 'Signature and links hold.',
  unverified: 'What is here holds together. Nobody has signed for it yet.',
  cold_chain_not_shown:
    'The chain is whole and signed. The certificate of its cold chain is not here yet.',
  not_logged: 'The chain is whole and signed. It is not shown to be in the public log yet.',
  tampered: 'The chain does not hold. Do not rely on it: report it as an incident.',
  not_a_bundle: 'What custody answered is no chain. Do not rely on it.',
  other_signer: 'The chain is signed by a key that the carrier does not publish.',
};

function verification(verdict: VerifiedChain['verdict']): Html {
  const { outcome, faults } = verdict;
  const isBroken = ['tampered', 'not_a_bundle', 'other_signer'].includes(outcome);
  const checks = bundleChecks(verdict);
  return html`<p>${marked(headlines[outcome], isBroken)} Checked just now, by this page.</p>
${faults.length === 0 ? undefined : html`<ul>${faults.map((fault) => html`<li>${marked(fault)}</li>`)}</ul>`}
${
  checks.length === 0
    ? undefined
    : html`<details${isBroken ? html` open` : undefined}><summary>What was checked</summary>
${table({
  label: 'Checks of the chain',
  caption: 'Each check, and what it proves',
  columns: ['Check', 'Result', 'Found', 'What it proves'],
  rows: checks.map(checkCells),
})}
<p class="soft">Keys and log are those that the carrier publishes. Somebody who does not trust this page
verifies the bundle on another machine: <code>npm run proof -- verify</code>.</p></details>`
}`;
}

const results: Readonly<Record<CheckResult, string>> = {
  holds: 'Holds',
  fails: 'Does not hold',
  open: 'Not decided',
};

const checkCells = ({ name, result, finding, items, proves }: Check): Html =>
  html`<th scope="row">${wordsOf(name)}</th><td>${marked(results[result], result === 'fails')}</td>
<td>${finding}${items.map((item) => html` ${item}`)}</td><td>${proves}</td>`;

function eventCells(
  { seq, at, by, type, seal, details, hash }: VerifiedChain['events'][number],
  signed: ReadonlySet<number>,
): Html {
  const isAlarm = type === 'temperature_excursion' || type === 'seal_broken';
  return html`<th scope="row">${seq}</th><td>${formatDateTime(new Date(at))}</td><td>${actorOf(by)}</td>
<td>${marked(chainWords({ type, details }), isAlarm)}</td><td>${seal ?? 'None'}</td><td>${temperatureIn(details)}</td>
<td>${signed.has(seq) ? 'Yes' : 'No'}</td><td><code>${hash.slice('sha256:'.length, 'sha256:'.length + 12)}</code></td>`;
}

const actors: Readonly<Record<string, string>> = {
  client: 'The organisation',
  desk: 'The control desk',
  driver: 'The driver',
  sensor: 'A probe',
};

/** `driver:drv_…`: the kind alone, for the id says nothing to people. */
function actorOf(by: string): string {
  const [kind = ''] = by.split(':');
  return actors[kind] ?? wordsOf(kind);
}

/** The name of a driver, else the kind. */
export const actorName = (by: string, drivers: ReadonlyMap<string, string>): string =>
  drivers.get(by.slice(by.indexOf(':') + 1)) ?? actorOf(by);

/** Temperatures of a chain are tenths of a degree, for hashed numbers are integers. */
function temperatureIn(details: VerifiedChain['events'][number]['details']): string {
  const { temperature_dc, min_dc, max_dc } = details ?? {};
  if (typeof temperature_dc === 'number') return `${temperature_dc / 10} °C`;
  if (typeof min_dc !== 'number' || typeof max_dc !== 'number') return 'None';
  return `${min_dc / 10} to ${max_dc / 10} °C`;
}

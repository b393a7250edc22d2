/** The page behind a certificate's link: the redacted chain, checked in front of the reader. */
import type { ColdChain, TemperatureChart } from '@svc/contracts';
import { spells, temperatureFigure } from '../../temperature/figure.ts';
import { type Html, html } from '../html.ts';
import { type Page, readScript } from '../page.ts';
import { shownMoment } from '../times.ts';
import { milestoneName } from '../tracking/words.ts';
import type { Checks, Proof } from './checks.ts';

const script = readScript(new URL('./script.js', import.meta.url));

const titles = { proof_of_custody: 'Proof of custody', proof_of_cold_chain: 'Proof of cold chain' };

/** `chart` is that of the readings in a cold-chain certificate, where they are still kept. */
export function proofPage(proof: Proof, checks: Checks, chart: TemperatureChart | null): Page {
  const { certificate } = proof;
  const title = `${titles[certificate.type]} ${certificate.id}`;
  const holds = Object.values(checks).every(Boolean);
  return {
    title: `${holds ? 'Holds' : 'Does not hold'}: ${title}`,
    script,
    body: html`<main>
<h1>${title}</h1>
<p class="verdict ${holds ? 'yes' : 'no'}">${holds ? 'This proof holds.' : 'This proof does not hold.'}</p>
${certificate.cold_chain ? coldChain(certificate.cold_chain, chart) : undefined}
${checkList(proof, checks)}
${ownChecks(certificate.id)}
${limits}
${facts(proof)}
<h2>The chain</h2>
<ol class="log">${proof.events.map(event)}</ol>
</main>
<footer><p>Times are South African time (SAST).</p></footer>`,
  };
}

function checkList({ certificate: { custody } }: Proof, checks: Checks): Html {
  return html`<h2>What we checked</h2>
<ul class="checks">
${check(checks.linked, 'Every event names the hash of the event before it.')}
${check(checks.covered, `The certificate covers ${custody.events} events and ends with the hash of the last of them.`)}
${check(checks.signed, 'The certificate is signed with a key of the carrier, and says what is shown here.')}
${check(checks.recomputed, 'The carrier computed every hash again from the whole event.')}
</ul>`;
}

const check = (holds: boolean, text: string): Html =>
  html`<li class="${holds ? 'yes' : 'no'}">${holds ? 'Holds: ' : 'Does not hold: '}${text}</li>`;

/** The script fills in what the reader's own device finds. */
const ownChecks = (id: string): Html => html`<h2>Checked again by your browser</h2>
<ul class="checks" id="own" data-id="${id}" aria-live="polite">
<li class="open">This needs JavaScript. The same data: <a href="${id}/bundle.json" download>chain and
signed certificate</a>, <a href="/.well-known/certificate-keys.json">the carrier's keys</a>.</li>
</ul>`;

const limits = html`<h2>What this page cannot show</h2>
<p>Places, people and notes are left out here, so nobody can compute the hashes of the events again
from this page: that the carrier computed them again you have on its word. Whoever booked the job can
fetch the whole bundle (<code>GET /v1/jobs/{id}/custody/bundle</code>) and pass it on. The offline
verifier computes every hash of it again, and takes the carrier's key from wherever you trust it to
be right: without this site, without us.</p>`;

const results: Record<ColdChain['result'], string> = {
  in_range: 'In range from collection to hand-over.',
  excursion: 'Out of range for five minutes or more: an excursion.',
  insufficient_data: 'Not watched for enough of the way: nobody can say that it was in range.',
  uncalibrated: 'Watched by a probe that nobody has shown to be in calibration.',
};

function coldChain(cold: ColdChain, chart: TemperatureChart | null): Html {
  const [min, max] = cold.range_c;
  const isGood = cold.result === 'in_range';
  return html`<h2>Temperature</h2>
<p class="verdict ${isGood ? 'yes' : 'no'}">${results[cold.result]}</p>
${chart ? temperatureFigure(chart) : spells(cold)}
<dl>
<dt>Range to be kept</dt><dd>${min} to ${max} °C</dd>
<dt>Collected</dt><dd>${shownMoment(new Date(cold.from))}</dd>
<dt>Handed over</dt><dd>${shownMoment(new Date(cold.to))}</dd>
<dt>Coldest, warmest</dt><dd>${degrees(cold.min_c)}, ${degrees(cold.max_c)}</dd>
<dt>Mean kinetic temperature</dt><dd>${degrees(cold.mkt_c)}</dd>
<dt>Watched</dt><dd>${Math.floor(cold.coverage * 10_000) / 100} % of the time</dd>
<dt>Excursions, gaps</dt><dd>${cold.excursions.length}, ${cold.gaps.length}</dd>
${cold.sensors.map(sensor)}
<dt>Digest of the readings</dt><dd><code>${cold.readings_digest}</code></dd>
</dl>`;
}

const degrees = (celsius: number | null): string =>
  celsius === null ? 'unknown' : `${celsius} °C`;

const sensor = ({ device_id, calibrated_until }: ColdChain['sensors'][number]): Html =>
  html`<dt>Probe ${device_id}</dt><dd>${calibrated_until === null ? 'calibration not told' : html`in calibration until ${calibrated_until}`}</dd>`;

function facts({ certificate }: Proof): Html {
  const { custody } = certificate;
  return html`<h2>The certificate</h2>
<dl>
<dt>Number</dt><dd>${certificate.id}</dd>
<dt>Job</dt><dd>${certificate.job_id}</dd>
<dt>Issued</dt><dd>${shownMoment(new Date(certificate.issued_at))}</dd>
<dt>Seal</dt><dd>${custody.seal ?? 'none'}</dd>
<dt>Events</dt><dd>${custody.events}</dd>
<dt>Chain hash</dt><dd><code>${custody.chain_hash}</code></dd>
</dl>
<p><a href="${certificate.id}/bundle.json" download>Download chain and signed certificate (JSON)</a></p>`;
}

const event = ({ seq, at, type, seal, hash }: Proof['events'][number]): Html =>
  html`<li>${seq}. ${eventName(type)}
${shownMoment(new Date(at))}
${seal === null ? undefined : html`<span class="soft">Seal ${seal}</span>`}
<span class="soft"><code>${hash}</code></span></li>`;

const eventName = (type: string): string =>
  type === 'temperature_excursion' ? 'Temperature out of range' : milestoneName(type);

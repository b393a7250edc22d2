/** The page behind a certificate's link: the redacted chain, checked here and by the reader's browser. */
import type { ColdChain, Party, PublicProof, TemperatureChart } from '@svc/contracts';
import { boxTable } from '@svc/paperwork/temperature/boxes';
import { spells, temperatureFigure } from '@svc/paperwork/temperature/figure';
import { proofChecks } from '@svc/proof/verify/checks';
import { verifyPublicProof } from '@svc/proof/verify/public-proof';
import { type TrustAnchors, trustOf } from '@svc/proof/verify/trust-anchors';
import { type Html, html } from '@svc/web/html';
import { folded } from '@svc/web/parts';
import { formatDateTime } from '@svc/web/times';
import { dataBlock, type HtmlPage, type PageModules } from '../page.ts';
import { milestoneLabelOf } from '../tracking/labels.ts';
import { checkList } from './check-list.ts';
import { checker } from './checker.ts';
import {
  isGenuine,
  type ProofVerdict,
  resultText,
  shownResult,
  verdictOf,
  watchedPercent,
} from './verdict.ts';

const titles = { proof_of_custody: 'Proof of custody', proof_of_cold_chain: 'Proof of cold chain' };

interface ProofPageParts {
  proof: PublicProof;
  anchors: TrustAnchors;
  /** Chart of the readings in a cold-chain certificate, while they are retained. */
  chart: TemperatureChart | null;
  carrier: Party;
  now: Date;
  modules: PageModules;
}

export async function proofPage(parts: ProofPageParts): Promise<HtmlPage> {
  const { proof, anchors, chart, carrier, now, modules } = parts;
  const { certificate } = proof;
  const title = `${titles[certificate.type]} ${certificate.id}`;
  const json = JSON.stringify(proof);
  const verdict = await verifyPublicProof(JSON.parse(json), trustOf(anchors));
  const { tab, headline, tone, more } = verdictOf(proof, verdict, now);
  const cold = certificate.cold_chain && coldChain(certificate.cold_chain, chart);
  // What a broken proof says is no finding.
  const temperature =
    cold && !isGenuine(verdict) ? folded({ label: 'What it says of the temperature' }, cold) : cold;
  return {
    title: `${tab}: ${title}`,
    modules,
    body: html`<main>
<h1 class="proved ${tone}">${shields[tone]} ${headline}</h1>
<p class="lead">${more}<br><span class="soft">${title}</span></p>
${verdict.faults.length === 0 ? undefined : html`<ul class="log">${verdict.faults.map((fault) => html`<li class="out">${fault}</li>`)}</ul>`}
${temperature}
${related(proof)}
${folded(
  { label: 'How this was checked', id: 'checks' },
  html`<h2>What this server checked</h2>
${checkList(proofChecks(verdict))}
${ownChecks(certificate.id)}
${limits}`,
)}
${folded({ label: 'Check a bundle yourself' }, checker(anchors, carrier))}
${folded({ label: 'Certificate and chain' }, details(proof))}
</main>
<footer><p>Times are South African time (SAST).</p></footer>
${dataBlock('proof', json)}`,
  };
}

/** A shield with a tick, a bar, a cross, or nothing on it: the headline says the same. */
const shieldOf = (sign: string): Html =>
  html`<svg class="shield" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l8 3v6c0 5-3.5 9-8 11-4.5-2-8-6-8-11V5z${sign}"/></svg>`;

const shields: Readonly<Record<ProofVerdict['tone'], Html>> = {
  yes: shieldOf('M8.5 12l2.5 2.5 4.5-5'),
  calm: shieldOf(''),
  open: shieldOf('M12 8v4.5M12 16v.01'),
  no: shieldOf('M9.5 9.5l5 5m0-5l-5 5'),
};

/** The other certificates of the job, one click away. */
function related({ certificate }: PublicProof): Html | undefined {
  if (certificate.related.length === 0) return undefined;
  const links = certificate.related.map(
    (id) => html`<li><a class="button" href="${id}">${titleOf(id)}</a></li>`,
  );
  return html`<ul class="links">${links}</ul>`;
}

const titleOf = (id: string): string =>
  `${id.startsWith('PCC-') ? titles.proof_of_cold_chain : titles.proof_of_custody} ${id}`;

/** The script replaces the list by the results of the reader's own device. */
const ownChecks = (id: string): Html => html`<h2>Checked again by your browser</h2>
<div id="own" aria-live="polite">
<ul class="checks"><li class="open">Not checked by your browser, which takes JavaScript. If this line
stays, reload the page. The same data: <a href="${id}/bundle.json" download>chain and signed
certificate</a>, <a href="/.well-known/certificate-keys.json">the carrier's keys</a>,
<a href="/log/policy">its log's policy</a>.</li></ul>
</div>`;

const limits = html`<h2>What this page cannot show</h2>
<p>Places, people and notes are left out here, so nobody can compute the hashes of the events again
from this page: that the carrier computed them again you have on its word. The customer who booked the
job can fetch the whole bundle (<code>GET /v1/jobs/{id}/custody/bundle</code>) and pass it
on: with it every hash is computed again, below on your device, or by the offline verifier without this site.</p>`;

function coldChain(cold: ColdChain, chart: TemperatureChart | null): Html {
  const [min, max] = cold.range_c;
  return html`<h2>Temperature</h2>
<p class="verdict ${tones[shownResult(cold)]}">${resultText(cold)}</p>
${chart ? temperatureFigure(chart) : spells(cold)}
${boxTable(cold.boxes)}
${folded({ label: 'Figures and probes' }, coldFigures(cold, { min, max }))}`;
}

const coldFigures = (cold: ColdChain, { min, max }: { min: number; max: number }): Html => html`<dl>
<dt>Range to be kept</dt><dd>${min} to ${max} °C${cold.profile && ` (${cold.profile})`}</dd>
<dt>Collected</dt><dd>${formatDateTime(new Date(cold.from))}</dd>
<dt>Handed over</dt><dd>${formatDateTime(new Date(cold.to))}</dd>
<dt>Coldest, warmest</dt><dd>${degrees(cold.min_c)}, ${degrees(cold.max_c)}</dd>
<dt>Mean kinetic temperature</dt><dd>${cold.mkt_c === null ? 'unknown' : `${cold.mkt_c.toFixed(1)} °C`}</dd>
<dt>Watched</dt><dd>${watchedPercent(cold)} % of the time</dd>
<dt>Excursions, gaps</dt><dd>${cold.excursions.length}, ${cold.gaps.length}</dd>
${cold.sensors.map(sensor)}
<dt>Digest of the readings</dt><dd><code>${cold.readings_digest}</code></dd>
</dl>`;

const tones = {
  ...{ in_range: 'yes', brief_exposure: 'open', untimed: 'open' },
  ...{ excursion: 'no', insufficient_data: 'no', uncalibrated: 'no' },
};

const degrees = (celsius: number | null): string =>
  celsius === null ? 'unknown' : `${celsius} °C`;

const sensor = ({ device_id, calibrated_until }: ColdChain['sensors'][number]): Html =>
  html`<dt>Probe ${device_id}</dt><dd>${calibrated_until === null ? 'calibration not told' : html`in calibration until ${calibrated_until}`}</dd>`;

function details({ certificate, events }: PublicProof): Html {
  const { custody } = certificate;
  return html`<h2>The certificate</h2>
<dl>
<dt>Number</dt><dd>${certificate.id}</dd>
<dt>Job</dt><dd>${certificate.job_id}</dd>
<dt>Issued</dt><dd>${formatDateTime(new Date(certificate.issued_at))}</dd>
<dt>Seal</dt><dd>${custody.seal ?? 'none'}</dd>
<dt>Events</dt><dd>${custody.events}</dd>
${certificate.type === 'proof_of_custody' ? html`<dt>Cold chain</dt><dd>${expected(certificate)}</dd>` : undefined}
<dt>Chain hash</dt><dd><code>${custody.chain_hash}</code></dd>
</dl>
<p><a href="${certificate.id}/bundle.json" download>Download chain and signed certificate (JSON)</a></p>
<h2>The chain</h2>
<ol class="log">${events.map(event)}</ol>`;
}

function expected({ cold_chain_expected }: PublicProof['certificate']): string {
  if (cold_chain_expected === undefined) return 'not said by certificates of that time';
  return cold_chain_expected ? 'expected, with a certificate of its own' : 'none expected';
}

const event = ({ seq, at, type, seal, hash }: PublicProof['events'][number]): Html =>
  html`<li${alarms.has(type) ? html` class="out"` : undefined}>${seq}. ${eventName(type)}
${formatDateTime(new Date(at))}
${seal === null ? undefined : html`<span class="soft">Seal ${seal}</span>`}
<span class="soft"><code>${hash}</code></span></li>`;

/** Events of the chain that are highlighted. */
const alarms: ReadonlySet<string> = new Set(['temperature_excursion', 'seal_broken']);

const eventName = (type: string): string =>
  type === 'temperature_excursion' ? 'Temperature out of range' : milestoneLabelOf(type);

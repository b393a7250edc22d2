// Does again, on the reader's own device, what can be checked without the parts that are left out.
const list = document.getElementById('own');

function tell(outcome, text) {
  const item = document.createElement('li');
  item.className = outcome;
  item.textContent = text;
  list.append(item);
}

const check = (holds, text) =>
  tell(holds ? 'yes' : 'no', (holds ? 'Holds: ' : 'Does not hold: ') + text);

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`answer ${response.status}`);
  return response.json();
}

async function checkAgain() {
  const here = location.pathname.replace(/\/+$/, '');
  const proof = await fetched(`${here}/bundle.json`);
  const { keys } = await fetched('/.well-known/certificate-keys.json');
  const { certificate, events } = proof;
  list.replaceChildren();
  check(certificate.id === list.dataset.id, 'The data are those of this certificate.');
  check(isLinked(events), 'Every event names the hash of the event before it.');
  check(
    isCovered(certificate, events),
    `The certificate covers ${certificate.custody.events} events and ends with the hash of the last of them.`,
  );
  if (!crypto.subtle) {
    tell('open', 'Signature not checked: browsers do that on https pages only.');
    return;
  }
  const signed = await isSigned(proof, keys);
  check(signed, 'A key that the carrier publishes signed this certificate as it is shown.');
}

function isLinked(events) {
  const genesis = `sha256:${'0'.repeat(64)}`;
  return events.every(
    ({ seq, prev_hash }, i) =>
      seq === i + 1 && prev_hash === (i === 0 ? genesis : events[i - 1].hash),
  );
}

const isCovered = ({ custody }, events) =>
  custody.events > 0 && events[custody.events - 1]?.hash === custody.chain_hash;

async function isSigned({ certificate, certificate_jws }, keys) {
  const [header, payload, signature] = certificate_jws.split('.');
  const { alg, typ, kid } = JSON.parse(decoded(header));
  const jwk = keys.find((key) => key.kid === kid);
  if (alg !== 'ES256' || typ !== 'svc-certificate+jwt' || !jwk) return false;
  const { kty, crv, x, y } = jwk;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify']);
  const text = new TextEncoder().encode(`${header}.${payload}`);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  if (!(await crypto.subtle.verify(algorithm, key, bytes(signature), text))) return false;
  const signed = JSON.parse(decoded(payload));
  // `related` names certificates that came later: nobody signed for it.
  const { related: _later, ...shown } = certificate;
  return Object.entries(shown).every(([name, value]) => same(value, signed[name]));
}

function same(a, b) {
  if (typeof a !== 'object' || a === null) return a === b;
  if (typeof b !== 'object' || b === null) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
}

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const decoded = (text) => new TextDecoder().decode(bytes(text));

try {
  await checkAgain();
} catch (error) {
  list.replaceChildren();
  tell('open', `Not checked: the data could not be had (${error.message}). Reload the page.`);
}

// Verifies on the reader's own device: the proof of this page, and each file that is dropped.
import { FormatError } from '@svc/proof/log/bytes';
import { parsePolicy } from '@svc/proof/log/policy';
import { readKeys } from '@svc/proof/verify/bundle-parser';
import { parsed, verifyFile } from '@svc/proof/verify/file';
import { missingCrypto } from '@svc/proof/verify/web-crypto';

const megabyte = 1024 * 1024;
const bytesMax = 32 * megabyte;
const byId = (id) => document.getElementById(id);

function element(name, { className = '', text = '' }, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** Of the operator, as they came with the page. */
const anchors = JSON.parse(byId('anchors').textContent);
/** Of the reader: `{ name, value }`. */
const own = { keys: undefined, policy: undefined };
/** Awaited by each verdict, not here: a file may be dropped before the browser has answered. */
const probe = missingCrypto();

function trust(missing) {
  const operators = anchors.policy === null ? undefined : parsePolicy(anchors.policy);
  const policy = missing === 'ed25519' ? undefined : (own.policy?.value ?? operators);
  const jwks = own.keys ? { keys: own.keys.value } : anchors.jwks;
  return policy ? { jwks, policy } : { jwks };
}

/** Trust anchors of the verdict, in words. */
function anchorText(missing) {
  const keys = own.keys
    ? `your file ${own.keys.name}`
    : 'those that the operator of this site publishes';
  return `Keys: ${keys}. Policy: ${policyText(missing)}.`;
}

function policyText(missing) {
  if (missing === 'ed25519') {
    return 'none, because this browser cannot check signatures of logs (Ed25519); a current one can';
  }
  if (own.policy) return `your file ${own.policy.name}`;
  return anchors.policy === null ? 'none is to be had' : "that of the operator's own log";
}

const tones = {
  verified: 'yes',
  contents_withheld: 'yes',
  unverified: 'open',
  cold_chain_not_shown: 'open',
  tampered: 'no',
  not_logged: 'no',
  not_a_bundle: 'no',
  other_signer: 'no',
};
const marks = {
  holds: ['yes', 'Holds'],
  fails: ['no', 'Does not hold'],
  open: ['open', 'Not decided'],
};

function checkItem({ result, finding, items, proves }) {
  const [className, word] = marks[result];
  const told = `${result === 'holds' ? 'This proves' : 'It would prove'}: ${proves}`;
  const soft = [...items, told].map((text) => element('span', { className: 'soft', text }));
  return element('li', { className }, `${word}: ${finding}`, ...soft);
}

function verdictParts(verified, missing) {
  const { verdict, headline, faults, checks, report } = verified;
  const listed = faults.map((text) => element('li', { className: 'out', text }));
  return [
    element('p', { className: `verdict ${tones[verdict.outcome]}`, text: headline }),
    element('p', { className: 'soft', text: anchorText(missing) }),
    ...(listed.length > 0 ? [element('ul', { className: 'log' }, ...listed)] : []),
    ...(checks.length > 0
      ? [element('ul', { className: 'checks' }, ...checks.map(checkItem))]
      : []),
    element(
      'details',
      {},
      element('summary', { text: 'As the command line prints it' }),
      element('pre', { text: report }),
    ),
  ];
}

const problem = (text) => element('p', { className: 'verdict no', text });
const insecure = 'Not checked: browsers check signatures on https pages only.';

async function judge(text) {
  const missing = await probe;
  if (missing === 'all') return [problem(insecure)];
  try {
    return verdictParts(await verifyFile(text, trust(missing)), missing);
  } catch (error) {
    return [problem(`Not checked: this file makes the verifier fail (${error.message}).`)];
  }
}

/** The last file wins. */
let turn = 0;
let shown;

async function show() {
  const mine = ++turn;
  const parts = shown.refusal ? [problem(shown.refusal)] : await judge(shown.text);
  if (mine !== turn) return;
  const title = element('h3', { text: shown.name });
  byId('result').replaceChildren(title, ...parts);
  const fold = byId('checker').closest('details');
  if (fold) fold.open = true;
  byId('status').textContent = `${shown.name}: ${parts[0].textContent}`;
}

async function textOf(file) {
  if (file.size === 0) return { refusal: 'This file is empty. Nothing was checked.' };
  if (file.size > bytesMax) {
    const size = Math.ceil(file.size / megabyte);
    return {
      refusal: `This file has ${size} MB, and a bundle at most ${bytesMax / megabyte}. Nothing was checked.`,
    };
  }
  try {
    return { text: await file.text() };
  } catch {
    return { refusal: 'This file cannot be read. Nothing was checked.' };
  }
}

async function take(files) {
  const [file] = files;
  if (!file) return;
  const read =
    files.length > 1 ? { refusal: 'One file at a time. Nothing was checked.' } : await textOf(file);
  shown = { name: file.name, ...read };
  await show();
}

const readers = {
  keys: (text) => {
    const keys = readKeys(parsed(text));
    if (!keys || keys.length === 0) throw new FormatError('there are no keys in it');
    return keys;
  },
  policy: parsePolicy,
};

/** Keys or a policy of the reader's own; the file that is shown is judged again. */
async function adopt(kind, [file]) {
  own[kind] = undefined;
  const { text, refusal } = file ? await textOf(file) : {};
  try {
    if (text !== undefined) own[kind] = { name: file.name, value: readers[kind](text) };
    byId('note').textContent = refusal ?? (file ? `${file.name} is used from now on.` : '');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    byId('note').textContent = `${file.name} is not used: ${error.message}.`;
    return;
  }
  if (shown) await show();
}

byId('bundle').addEventListener('change', ({ target }) => take(target.files));
for (const kind of ['keys', 'policy']) {
  byId(kind).addEventListener('change', ({ target }) => adopt(kind, target.files));
}
const isInput = ({ target }) => target instanceof HTMLInputElement;
document.addEventListener('dragover', (event) => {
  if (!isInput(event)) event.preventDefault();
});
document.addEventListener('drop', (event) => {
  if (isInput(event)) return;
  event.preventDefault();
  void take(event.dataTransfer.files);
});

const proof = byId('proof');
if (proof) {
  const parts = await judge(proof.textContent);
  byId('own').replaceChildren(...parts);
  // What does not hold here is not left folded.
  if (parts[0].classList.contains('no')) byId('checks').open = true;
}

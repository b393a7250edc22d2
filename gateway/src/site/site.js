/** Search, tabs, copy and run. Every page is complete without it. */

const sessionKey = 'svc-docs-session';
const tabKey = 'svc-docs-tab';

/** Storage may be closed to a page; then the choice lasts as long as the page. */
const chosen = new Map();
function read(key) {
  try {
    return localStorage.getItem(key) ?? chosen.get(key);
  } catch {
    return chosen.get(key);
  }
}
function keep(key, value) {
  chosen.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    return;
  }
}

function button(label, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => act(made));
  return made;
}

// The reader's own session of the sandbox, in every example.
const session = read(sessionKey) ?? `reader-${crypto.randomUUID?.() ?? Date.now()}`;
keep(sessionKey, session);
for (const code of document.querySelectorAll('pre code')) {
  if (code.textContent.includes('your-session'))
    code.textContent = code.textContent.replaceAll('your-session', session);
}

/** Method, address, headers and body of a line of curl as the examples have it. */
function requestOf(line) {
  const words = [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare,
  );
  const request = { headers: {} };
  for (let i = 0; i < words.length; i += 1) {
    if (words[i] === '-X') request.method = words[++i];
    else if (words[i] === '-d') request.body = words[++i];
    else if (words[i] === '-H') {
      const [, name, value] = /^([^:]+): (.*)$/.exec(words[++i]);
      request.headers[name] = value.replace('$(date +%s)-$$', () => crypto.randomUUID());
    } else if (words[i].startsWith('http')) request.url = words[i];
  }
  return { ...request, method: request.method ?? (request.body ? 'POST' : 'GET') };
}

async function run(figure, pressed) {
  const { url, ...request } = requestOf(figure.querySelector('code').textContent);
  let output = figure.querySelector('output');
  if (!output) {
    output = document.createElement('output');
    figure.append(output);
  }
  pressed.disabled = true;
  try {
    const { pathname, search } = new URL(url);
    const response = await fetch(pathname + search, request);
    const text = await response.text();
    show(output, `${response.status} ${response.statusText}\n${formatted(text)}`);
  } catch (error) {
    show(output, String(error));
  }
  pressed.disabled = false;
}

function show(output, text) {
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.textContent = text;
  output.replaceChildren(pre);
}

function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const figure of document.querySelectorAll('figure')) {
  const tools = document.createElement('div');
  tools.className = 'tools';
  const copy = button('Copy', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    copy.textContent = 'Copied';
  });
  tools.append(copy);
  if ('run' in figure.dataset) tools.append(button('Run', (pressed) => run(figure, pressed)));
  figure.append(tools);
}

// Alternatives: one language at a time, the same on all pages.
function select(name) {
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll('[role=tabpanel]')];
    const names = panels.map((panel) => panel.querySelector('figcaption').textContent);
    const at = Math.max(0, names.indexOf(name));
    panels.forEach((panel, i) => {
      panel.hidden = i !== at;
    });
    [...group.querySelectorAll('[role=tab]')].forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === at));
      tab.tabIndex = i === at ? 0 : -1;
    });
  }
}
document.querySelectorAll('.tabs').forEach((group, groupAt) => {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  [...group.querySelectorAll('figure')].forEach((figure, i) => {
    const name = figure.querySelector('figcaption').textContent;
    const panel = document.createElement('div');
    figure.replaceWith(panel);
    panel.append(figure);
    const tab = button(name, () => {
      keep(tabKey, name);
      select(name);
    });
    tab.setAttribute('role', 'tab');
    tab.id = `tab-${groupAt}-${i}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    list.append(tab);
  });
  list.addEventListener('keydown', ({ key }) => {
    const tabs = [...list.children];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  });
  group.prepend(list);
});
select(read(tabKey) ?? 'curl');

// Search: library and index come with the first focus.
const form = document.querySelector('[role=search]');
const field = form.querySelector('input');
const results = form.querySelector('.results');
form.hidden = false;
const library = '/docs/minisearch.js';
let loading;
function load() {
  loading ??= Promise.all([
    import(library),
    fetch('/docs/search.json').then((response) => response.json()),
  ]).then(([{ default: MiniSearch }, file]) => ({
    ...file,
    index: MiniSearch.loadJS(file.index, file.options),
  }));
  return loading;
}
async function find() {
  const { index, ranking, sectionBoost, stopWords } = await load();
  const words = field.value.split(/\s+/).filter((word) => !stopWords.includes(word.toLowerCase()));
  const boostDocument = (_id, _term, stored) => sectionBoost[stored.section];
  const found = index.search(words.join(' '), { ...ranking, boostDocument }).slice(0, 12);
  results.replaceChildren(...found.map(resultOf));
}
function resultOf({ id, title, heading, section }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const place = document.createElement('small');
  link.href = id;
  link.textContent = heading;
  place.textContent = `${section}: ${title}`;
  link.append(place);
  item.append(link);
  return item;
}
field.addEventListener('focus', load);
field.addEventListener('input', find);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
form.addEventListener('keydown', (event) => {
  const links = [field, ...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') results.replaceChildren();
  if (!step) return;
  event.preventDefault();
  links[links.indexOf(document.activeElement) + step]?.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || document.activeElement !== document.body) return;
  event.preventDefault();
  field.focus();
});

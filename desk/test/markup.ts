/** A page as its reader meets it: the text, the links, and forms as a browser sends them. */

type Entries = Record<string, string | string[]>;

const characters = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
const unescaped = (value: string): string =>
  Object.entries(characters).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), value);

/** All that can be read, in one line; no-break spaces are spaces. */
export const textOf = (markup: string): string =>
  unescaped(markup.replaceAll(/<(head|style|script)\b.*?<\/\1>/gs, ' ').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.:;])/g, '$1');

/** Targets of the links; with a pattern, of those whose text matches it. */
export const hrefsOf = (markup: string, label = /^/): string[] =>
  [...markup.matchAll(/<a\b[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].flatMap(
    ([, href = '', content = '']) => (label.test(textOf(content).trim()) ? unescaped(href) : []),
  );

/** Texts of all elements of a kind: `h2`, `caption`, `button`. */
export const textsOf = (markup: string, element: string): string[] =>
  [...markup.matchAll(new RegExp(`<${element}\\b[^>]*>(.*?)</${element}>`, 'gs'))].map(
    ([, content = '']) => textOf(content).trim(),
  );

/** Values that a select, or the checkboxes of a name, offer. */
export const offeredBy = (markup: string, name: string): string[] => {
  const [select] = new RegExp(`<select[^>]* name="${name}".*?</select>`, 's').exec(markup) ?? [];
  const options = select?.matchAll(/<option value="([^"]*)"/g);
  const boxes = () =>
    markup.matchAll(new RegExp(`<input [^>]*name="${name}" value="([^"]*)"`, 'g'));
  return [...(options ?? boxes())].map(([, value = '']) => unescaped(value));
};

/** Fields within a form that a button of theirs sends elsewhere. */
const within = /<details\b(?:(?!<\/details>).)*? formaction="([^"]*)".*?<\/details>/gs;

/** The form, or the fields within one, that are sent to a path; throws where the page has none. */
export function formMarkup(markup: string, action: string): string {
  for (const [form, target = ''] of markup.matchAll(/<form\b[^>]* action="([^"]*)".*?<\/form>/gs)) {
    if (unescaped(target) === action) return form.replaceAll(within, '');
    const [own] = [...form.matchAll(within)].find(([, to = '']) => unescaped(to) === action) ?? [];
    const hidden = form.matchAll(/<input type="hidden" [^>]*>/g);
    if (own !== undefined) return [...hidden].join('') + own;
  }
  throw new Error(`no form is sent to ${action}`);
}

/** Faults that are shown at fields, by the id of the field. */
export const faultsIn = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/class="fault" id="e-([^"]+)">([^<]*)</g)].map(([, field, fault = '']) => [
      field,
      unescaped(fault),
    ]),
  );

/** Its hidden fields alone. */
export const hiddenFields = (markup: string, action: string): Record<string, string> => {
  const fields = formMarkup(markup, action).matchAll(/<input type="hidden" [^>]*>/g);
  return Object.fromEntries(
    [...fields].map(([field]) => [attributeOf(field, 'name'), attributeOf(field, 'value')]),
  );
};

/** Entries of that form, hidden ones among them, as a browser sends them when nothing is changed. */
export function entriesOf(markup: string, action: string): Entries {
  const entries: Entries = {};
  const fields = formMarkup(markup, action).matchAll(
    /<input\b[^>]*>|<(select|textarea)\b[^>]*>(.*?)<\/\1>/gs,
  );
  for (const [field, kind, content = ''] of fields) {
    const name = attributeOf(field, 'name') ?? '';
    const value = fieldValue(field, kind, content);
    if (value === undefined) continue;
    const before = entries[name];
    entries[name] = before === undefined ? value : [before, value].flat();
  }
  return entries;
}

function fieldValue(field: string, kind: string | undefined, content: string): string | undefined {
  if (kind === 'select') {
    const options = [...content.matchAll(/<option value="([^"]*)"( selected)?>/g)];
    return unescaped((options.find(([, , selected]) => selected) ?? options[0])?.[1] ?? '');
  }
  // A first line break is none of the text's.
  if (kind === 'textarea') return unescaped(content.replace(/^\n/, ''));
  if (/ type="checkbox"/.test(field) && !/ checked/.test(field)) return undefined;
  return attributeOf(field, 'value') ?? '';
}

const attributeOf = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`^<[^>]*? ${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescaped(value);
};

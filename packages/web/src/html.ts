/** Auto-escaping HTML templates: interpolated values are escaped, nested markup is not. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | undefined | false;

/** html`<p>${note}</p>`: text is escaped, `Html` stays, `undefined` and `false` are nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: parts.map((part, i) => part + markupOf(values[i])).join(''),
});

/** Markup of our own that is no template, e.g. a style sheet. */
export const raw = (markup: string): Html => ({ markup });

function markupOf(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

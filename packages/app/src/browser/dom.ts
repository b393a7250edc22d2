/** Elements of a page; text is text, never markup. */
type Child = Node | string | undefined;
interface Properties {
  /** Attributes, as markup would have them. */
  [attribute: string]: string | boolean | undefined | ((event: Event) => void);
}

/** `element('a', { href: '#', onclick: go }, 'Run')`; false and undefined attributes are left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(key.replace(/^on/, ''), value);
    else if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A term and its description. */
export const fact = (term: string, description: Child): Node[] => [
  element('dt', {}, term),
  element('dd', {}, description),
];

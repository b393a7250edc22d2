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

/**
 * Reconciliation: shows `next` in `parent`, and leaves each element in place that is as it was. A tap
 * on an element that is replaced between press and release would be lost. Elements with listeners
 * have an id that names what they act on, so that equal ones do the same. Lists are compared item by
 * item, and an alert keeps its text.
 */
export function reconcile(parent: Element, next: readonly Node[]): void {
  const former = new Set<Node>(parent.childNodes);
  const kept = next.map((node) => {
    const same = [...former].find((each) => isSame(each, node));
    if (!same) return node;
    former.delete(same);
    if (isList(same)) reconcile(same, [...node.childNodes]);
    return same;
  });
  for (const node of former) parent.removeChild(node);
  for (const [place, node] of kept.entries()) {
    const there = parent.childNodes[place] ?? null;
    if (there !== node) parent.insertBefore(node, there);
  }
}

function isSame(a: Node, b: Node): boolean {
  if (a.isEqualNode(b)) return true;
  if (!(a instanceof Element && b instanceof Element)) return false;
  const isAlert = (each: Element) => each.getAttribute('role') === 'alert';
  if (isList(a) && isList(b)) return a.className === b.className;
  return isAlert(a) && isAlert(b) && a.id === b.id;
}

const isList = (node: Node): node is Element =>
  node instanceof Element && node.matches('ol, ul, .steps');

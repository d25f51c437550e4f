/**
 * Runs in the page. Rows of a list are made alike, and axe reads each of them as if it stood alone. Among many children of one parent, those
 * that are built as two before them are not read, unless something of theirs is marked (`mark`: a look of its own). Built alike means the same
 * elements with the same classes and attributes, the same of them without a text, a name or a target. What is `unread` (a selector) is passed
 * over. Answers the parents, each with the children that are read.
 */
export function readOfAlike([mark, unread]: readonly [mark: string, unread: string]): [Element, readonly Node[]][] {
  const MANY = 4;
  const KEPT = 2;
  /** Their value says what an element is; of the others it counts only whether there is one. */
  const TELLING = /^(?:class|role|type|scope|headers|tabindex|colspan|rowspan|disabled|aria-(?!label|describedby|controls|owns|valuetext|valuenow))/; // prettier-ignore
  const builtAs = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue?.trim() ? 't' : '';
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    const element = node as Element;
    const attributes = Array.from(element.attributes, ({ name, value }) =>
      TELLING.test(name) ? `${name}=${value}` : `${name}${value.trim() === '' ? '' : '!'}`,
    );
    return `<${element.localName} ${attributes.toSorted().join(' ')}>${Array.from(element.childNodes, builtAs).join('')}</>`;
  };
  const found: [Element, readonly Node[]][] = [];
  const look = (parent: Element): void => {
    const children = Array.from(parent.children);
    const left = new Set<Element>();
    if (children.length > MANY) {
      const seen = new Map<string, number>();
      for (const child of children) {
        if (child.matches(`[${mark}]`) || child.querySelector(`[${mark}]`)) continue;
        const built = builtAs(child);
        const before = seen.get(built) ?? 0;
        seen.set(built, before + 1);
        if (before >= KEPT) left.add(child);
      }
      if (left.size > 0) found.push([parent, Array.from(parent.childNodes).filter((one) => !left.has(one as Element))]);
    }
    for (const child of children) if (!left.has(child) && !child.matches(unread)) look(child);
  };
  look(document.body);
  return found;
}

/** 53 bits that tell texts apart (cyrb53). */
function cyrb53(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/**
 * Tells texts apart without holding them: what may be personal data is not stored as it is. No secret, and nothing against who wants two texts
 * to look the same: crypto.subtle exists on secure origins only, and a yard tablet may reach the server by plain http.
 */
export const hashOf = (text: string): string => `${cyrb53(text, 0)}${cyrb53(text, 1)}`;

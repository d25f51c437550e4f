import { problem } from './problem.ts';
import type { Problem } from './problem.ts';
import { machineOf, type Transition } from './machine.ts';

/** The states of a document of a member; the first is that of one which is not stored (D-MEM-05). */
export const DOCUMENT = { notUploaded: 0, pending: 1, approved: 2, rejected: 3 } as const;
export type DocumentStatus = (typeof DOCUMENT)[keyof typeof DOCUMENT];
export type DocumentEvent = 'upload' | 'approve' | 'reject' | 'delete';

/** The types of documents. The first is that of the ID which the member names: ID card, passport or permit. */
export const DOCUMENT_TYPE = { identity: 1, licence: 2, selfie: 3, other: 4 } as const;
export type DocumentType = (typeof DOCUMENT_TYPE)[keyof typeof DOCUMENT_TYPE];

export const DOCUMENT_TYPES: readonly DocumentType[] = Object.values(DOCUMENT_TYPE);

type DocumentTransition = Transition<DocumentEvent, DocumentStatus> & { readonly to: DocumentStatus };

/** The document machine, P1–P4 (D-MEM-05). What waits is not replaced under the eyes of who looks at it: it is deleted and uploaded anew. */
export const DOCUMENT_TRANSITIONS: readonly DocumentTransition[] = [
  { id: 'P1', event: 'upload', from: 0, to: 1, permission: 'document-add' },
  { id: 'P1', event: 'upload', from: 2, to: 1, permission: 'document-add' },
  { id: 'P1', event: 'upload', from: 3, to: 1, permission: 'document-add' },
  { id: 'P2', event: 'approve', from: 1, to: 2, permission: 'document-enable' },
  { id: 'P3', event: 'reject', from: 1, to: 3, permission: 'document-disable' },
  { id: 'P4', event: 'delete', from: 1, to: 0, permission: 'document-delete' },
  { id: 'P4', event: 'delete', from: 2, to: 0, permission: 'document-delete' },
  { id: 'P4', event: 'delete', from: 3, to: 0, permission: 'document-delete' },
];

export const nextDocumentState = machineOf(DOCUMENT_TRANSITIONS, (from, event) =>
  problem(event === 'upload' ? 'document.refusal.waits' : `document.refusal.state.${from ?? DOCUMENT.notUploaded}`),
);

/** A document that has run out proves nothing: it is rejected, or its date corrected (P2). `today`, `expiryDate`: YYYY-MM-DD, the last day counts. */
export const approvalProblems = (expiryDate: string | null, today: string): readonly Problem[] =>
  expiryDate !== null && expiryDate < today ? [problem('document.refusal.expired', {}, 'expiryDate')] : [];

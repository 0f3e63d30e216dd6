/** Questions that only pay for what was chosen before; games call them so. */
export const isPayment = (kind: string): boolean => /\.(pay|payment)$/.test(kind);

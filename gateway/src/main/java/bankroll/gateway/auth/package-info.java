/**
 * Who calls: a request's signature over its raw bytes, checked before anything of it is parsed (decisions §1).
 *
 * <pre>
 * configuration ─► SigningKeys (shared, replaced on reload) ─► its Verifier (one per event loop)
 *                                                                  │ one SigningScheme per live key
 *                                                   SignedRequest ─┴─► Caller, or null
 * </pre>
 */
package bankroll.gateway.auth;

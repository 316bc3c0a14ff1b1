package bankroll.gateway.auth;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import bankroll.protocol.CommandHeader.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallerTest {
    @Test
    void shouldGiveAnOperatorARoleAndNoIdsOfItsOwn() {
        Caller caller = Caller.operator(new OperatorToken("Büro", OperatorRole.SUPPORT, new Secret("a-token-of-ours")));
        assertEquals(Origin.Kind.OPERATOR, caller.side());
        assertEquals("Büro", caller.name());
        assertArrayEquals("Büro".getBytes(StandardCharsets.UTF_8), caller.nameBytes());
        assertEquals(OperatorRole.SUPPORT, caller.role());
        assertEquals("", caller.idSpace());
    }

    @Test
    void shouldGiveAPlatformAnIdSpaceAndNoRole() {
        Caller caller =
                Caller.platform(new Platform("alpha", SignatureScheme.STANDARD, List.of(), Optional.empty()), true);
        assertEquals(Origin.Kind.PLATFORM, caller.side());
        assertEquals("alpha", caller.idSpace());
        assertArrayEquals("alpha".getBytes(StandardCharsets.UTF_8), caller.nameBytes());
        assertNull(caller.role());
    }

    @Test
    void shouldLetInOnlyTheClientsThatAreNamedWhereAnyAre() {
        Caller named = Caller.platform(
                new Platform("alpha", SignatureScheme.STANDARD, List.of(), Optional.empty(), List.of("a", "b")), true);

        assertTrue(named.mayComeFrom(List.of("x", "b")));
        assertFalse(named.mayComeFrom(List.of("x")));
        assertFalse(named.mayComeFrom(List.of()), "a client without a certificate");

        Caller any = Caller.platform(new Platform("beta", SignatureScheme.STANDARD, List.of(), Optional.empty()), true);
        assertTrue(any.mayComeFrom(List.of()));
    }
}

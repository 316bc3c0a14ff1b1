package bankroll.gateway.contract;

import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;

/** What most contract tests share: one service, one platform, one operator. */
abstract class ContractTest {
    protected final ServiceUnderTest service = ServiceUnderTest.shared();
    protected final Wallet wallet = service.wallet();
    protected final Operator operator = service.operator();

    /** A new player with a balance in euros and an open session. */
    protected final TestPlayer player(String balance) {
        return service.player(balance);
    }

    /** Books one item. */
    protected final Result book(Item item) {
        return wallet.book(item);
    }
}

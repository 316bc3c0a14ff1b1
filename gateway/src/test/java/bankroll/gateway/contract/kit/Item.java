package bankroll.gateway.contract.kit;

import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** One transaction item (contract §2.4), right or wrong; immutable. */
public final class Item {
    private final ObjectNode members;

    private Item(ObjectNode members) {
        this.members = members;
    }

    /** An item with a fresh id, this type and a game. */
    public static Item of(String type) {
        return new Item(Json.object())
                .with("transaction_id", Fresh.id("t"))
                .with("type", type)
                .with("game_id", "roulette");
    }

    /** This item with a string member; null writes JSON's null. */
    public Item with(String name, String value) {
        ObjectNode copy = members.deepCopy();
        copy.put(name, value);
        return new Item(copy);
    }

    /** This item with a member that stands in the request exactly as this JSON text. */
    public Item withRaw(String name, String json) {
        ObjectNode copy = members.deepCopy();
        copy.putRawValue(name, new RawValue(json));
        return new Item(copy);
    }

    /** This item without a member. */
    public Item without(String name) {
        ObjectNode copy = members.deepCopy();
        copy.remove(name);
        return new Item(copy);
    }

    /** This item under another id. */
    public Item id(String transactionId) {
        return with("transaction_id", transactionId);
    }

    /** This item with another amount. */
    public Item amount(String amount) {
        return with("amount", amount);
    }

    /** This item naming another transaction. */
    public Item reference(String transactionId) {
        return with("reference_transaction_id", transactionId);
    }

    /** The id of this item. */
    public String id() {
        return members.path("transaction_id").asString();
    }

    /** A string member, empty when it is absent. */
    public String get(String name) {
        return members.path(name).asString("");
    }

    /** This item as it is sent. */
    public String json() {
        return Json.write(members);
    }

    @Override
    public String toString() {
        return json();
    }
}

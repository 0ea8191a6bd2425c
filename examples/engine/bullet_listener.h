// Tells a Peal engine what happens in a Bullet world: call after_step() after every step of fixed
// length (a tick callback of the world is the place). New touches become impacts with the impulse
// that Bullet applied; touches that last become contacts with load, slip and rolling speed.
// An object of the engine is noted in its body's user index; bodies without one are ground.
#pragma once
#include <btBulletDynamicsCommon.h>
#include <peal/engine.h>

#include <algorithm>
#include <map>
#include <utility>

class BulletListener {
 public:
  explicit BulletListener(peal::Engine& engine) : engine_(engine) {}

  /// The body rings as the engine's body of this number. Its frame: centre and principal axes.
  bool add(btRigidBody& body, int sound) {
    body.setUserIndex(engine_.spawn(sound, pose(body), body.isStaticOrKinematicObject()));
    return body.getUserIndex() >= 0;
  }

  void after_step(btDynamicsWorld& world, double step) {
    for (int i = 0; i < world.getNumCollisionObjects(); ++i)
      if (auto* body = btRigidBody::upcast(world.getCollisionObjectArray()[i]))
        if (body->getUserIndex() >= 0 && body->isActive())
          engine_.set_pose(body->getUserIndex(), pose(*body));
    for (auto& [pair, contact] : contacts_) contact.seen = false;
    btDispatcher* dispatcher = world.getDispatcher();
    for (int i = 0; i < dispatcher->getNumManifolds(); ++i)
      hear(*dispatcher->getManifoldByIndexInternal(i), step);
    for (auto it = contacts_.begin(); it != contacts_.end();) {
      if (!it->second.seen) engine_.contact_end(it->second.id);
      it = it->second.seen ? std::next(it) : contacts_.erase(it);
    }
  }

 private:
  struct Contact {
    int id = -1;
    bool seen = false;
  };
  static peal::EngineVector vector(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
  static peal::EnginePose pose(const btRigidBody& body) {
    const btQuaternion q = body.getWorldTransform().getRotation();
    return {vector(body.getCenterOfMassPosition()),
            {q.w(), q.x(), q.y(), q.z()},
            vector(body.getLinearVelocity()),
            vector(body.getAngularVelocity())};
  }
  static int object(const btRigidBody& body) {
    return body.getUserIndex() >= 0 ? body.getUserIndex() : peal::kGround;
  }

  void hear(btPersistentManifold& manifold, double step) {
    const auto* a = btRigidBody::upcast(manifold.getBody0());
    const auto* b = btRigidBody::upcast(manifold.getBody1());
    if (!a || !b || (object(*a) < 0 && object(*b) < 0)) return;
    double load = 0;
    btVector3 place(0, 0, 0), normal(0, 1, 0);
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      const double impulse = point.getAppliedImpulse();
      if (impulse <= 0) continue;
      normal = point.m_normalWorldOnB;  // from b to a, as the engine has it
      if (point.getLifeTime() <= 1) {   // it is new
        // What no more than carries a body is no impact: Bullet renews the touches of what rests.
        const double mass = 1 / std::max(a->getInvMass() + b->getInvMass(), btScalar(1e-9));
        if (impulse < 2 * 9.81 * step * mass) continue;
        peal::EngineImpact impact;
        impact.a = object(*a), impact.b = object(*b);
        impact.point = vector(point.getPositionWorldOnB()), impact.normal = vector(normal);
        impact.impulse = impulse;
        engine_.impact(impact);
        continue;
      }
      load += impulse / step;
      place += (impulse / step) * point.getPositionWorldOnB();
    }
    if (load <= 0) return;
    place /= load;
    Contact& contact = contacts_[{a, b}];
    if (contact.id < 0) contact.id = engine_.contact_begin(object(*a), object(*b));
    contact.seen = true;
    const btVector3 of_a = a->getVelocityInLocalPoint(place - a->getCenterOfMassPosition());
    const btVector3 of_b = b->getVelocityInLocalPoint(place - b->getCenterOfMassPosition());
    const btVector3 slip = of_a - of_b;
    peal::EngineContact state;
    state.point = vector(place), state.normal = vector(normal), state.normal_force = load;
    state.slip = vector(slip - normal.dot(slip) * normal);
    // What rolls passes with its centre and not with its touching point, whichever of the two it
    // is.
    const btVector3 roll = (a->getLinearVelocity() - of_a) - (b->getLinearVelocity() - of_b);
    state.roll = vector(roll - normal.dot(roll) * normal);
    engine_.contact_update(contact.id, state);
  }

  peal::Engine& engine_;
  std::map<std::pair<const btRigidBody*, const btRigidBody*>, Contact> contacts_;
};
